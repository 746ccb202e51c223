/** A client of W3C WebDriver (classic): the commands of one session, and its errors. https://www.w3.org/TR/webdriver2/ */

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** An element as the protocol names it. */
export interface ElementReference {
  readonly [ELEMENT]: string;
}

/** A command that failed, under the code of the specification. */
export class WebDriverError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

async function request(method: string, url: string, body?: object): Promise<unknown> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(url, { ...init, headers: { "content-type": "application/json" } });
  const { value } = await response.json();
  if (!response.ok) {
    throw new WebDriverError(value?.error ?? String(response.status), value?.message ?? "");
  }
  return value;
}

/** Whether a driver at this address takes sessions. */
export async function isReady(driver: string): Promise<boolean> {
  return request("GET", `${driver}/status`).then(
    () => true,
    () => false,
  );
}

export class Session {
  readonly #url: string;
  /** What the browser says of itself. */
  readonly version: string;

  private constructor(url: string, version: string) {
    this.#url = url;
    this.version = version;
  }

  static async start(driver: string, alwaysMatch: object): Promise<Session> {
    const value = await request("POST", `${driver}/session`, { capabilities: { alwaysMatch } });
    const { sessionId, capabilities } = value as {
      sessionId: string;
      capabilities: { browserVersion: string };
    };
    return new Session(`${driver}/session/${sessionId}`, capabilities.browserVersion);
  }

  get(command: string): Promise<unknown> {
    return request("GET", `${this.#url}/${command}`);
  }

  post(command: string, body: object = {}): Promise<unknown> {
    return request("POST", `${this.#url}/${command}`, body);
  }

  async end(): Promise<void> {
    await request("DELETE", this.#url);
  }

  /** A command of one element. */
  to(element: ElementReference, command: string): string {
    return `element/${element[ELEMENT]}/${command}`;
  }
}
