/**
 * Keys of buckets from where programs of Amazon look for them: the environment, the files of profiles, a container's server
 * (https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html). They are printed nowhere.
 */
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { BucketOptions, Credentials } from "asdf-wasm/buckets";
import { Problem } from "../exit.ts";

/** The address of a container's server, which the environment gives a path of. */
const CONTAINER = "http://169.254.170.2";

type Profile = Readonly<Record<string, string>>;

/** What is known of buckets without being asked: keys, region and server. */
export async function knownBuckets(profile = process.env["AWS_PROFILE"]): Promise<BucketOptions> {
  const found = await profileOf(profile);
  const env = (name: string) => process.env[name] || undefined;
  const isAnonymous = ["1", "true", "yes"].includes(env("AWS_NO_SIGN_REQUEST")?.toLowerCase() ?? "");
  const first = isAnonymous ? undefined : await credentials(profile, found);
  return {
    region: env("AWS_REGION") ?? env("AWS_DEFAULT_REGION") ?? found["region"],
    endpoint: env("AWS_ENDPOINT_URL_S3") ?? env("AWS_ENDPOINT_URL") ?? found["endpoint_url"],
    ...(first && { credentials: renewed(first, profile) }),
  };
}

/** The keys that were found, then those that are found when these have expired. */
function renewed(first: Credentials, profile: string | undefined): () => Promise<Credentials> {
  let isFirst = true;
  return async () => {
    const given = isFirst ? first : await credentials(profile, await profileOf(profile));
    isFirst = false;
    return given ?? first;
  };
}

/** `found`: what the files say of the profile. */
async function credentials(profile: string | undefined, found: Profile): Promise<Credentials | undefined> {
  const { env } = process;
  const asked =
    profile === undefined || profile === env["AWS_PROFILE"]
      ? keysIn(env, (name) => name.toUpperCase())
      : undefined;
  return asked ?? keysIn(found, (name) => name) ?? (await containerKeys());
}

function keysIn(
  values: Readonly<Record<string, string | undefined>>,
  spelled: (name: string) => string,
): Credentials | undefined {
  const [accessKeyId, secretAccessKey, sessionToken] = [
    "access_key_id",
    "secret_access_key",
    "session_token",
  ].map((name) => values[spelled(`aws_${name}`)] || undefined);
  return accessKeyId && secretAccessKey
    ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
    : undefined;
}

/** What the two files say of a profile. */
async function profileOf(profile = "default"): Promise<Profile> {
  const { AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE } = process.env;
  const folder = join(homedir(), ".aws");
  const config = await sectionOf(AWS_CONFIG_FILE || join(folder, "config"), [`profile ${profile}`, profile]);
  const keys = await sectionOf(AWS_SHARED_CREDENTIALS_FILE || join(folder, "credentials"), [profile]);
  if (profile !== "default" && !config && !keys) {
    throw new Problem(`there is no profile \`${profile}\` in the files of Amazon's programs in ${folder}`);
  }
  return { ...config, ...keys };
}

/** The values of the first section with one of some names; undefined if there is none. */
async function sectionOf(path: string, names: readonly string[]): Promise<Profile | undefined> {
  const text = await readFile(path, "utf8").catch(() => "");
  const sections = text.split(/^\s*\[/m).slice(1);
  const section = sections.find((part) => names.includes(part.slice(0, part.indexOf("]")).trim()));
  const lines = section?.matchAll(/^[ \t]*(\w+)[ \t]*=[ \t]*(.*?)[ \t\r]*$/gm);
  return lines && Object.fromEntries(Array.from(lines, ([, name, value]) => [name, value]));
}

/** What the server of a container gives, if the environment names one. */
async function containerKeys(): Promise<Credentials | undefined> {
  const { env } = process;
  const relative = env["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"];
  const url = env["AWS_CONTAINER_CREDENTIALS_FULL_URI"] || (relative && CONTAINER + relative);
  if (!url) {
    return undefined;
  }
  const file = env["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"];
  const token = file ? (await readFile(file, "utf8")).trim() : env["AWS_CONTAINER_AUTHORIZATION_TOKEN"];
  try {
    const response = await fetch(url, {
      headers: token ? { authorization: token } : {},
      redirect: "error",
      signal: AbortSignal.timeout(5000),
    });
    const { AccessKeyId, SecretAccessKey, Token } = await response.json();
    if (typeof AccessKeyId === "string" && typeof SecretAccessKey === "string") {
      return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: Token };
    }
  } catch {
    // What it said may hold keys: the sentence below is all that is told.
  }
  throw new Problem("the server of the container, which the environment names, gives no keys for buckets");
}
