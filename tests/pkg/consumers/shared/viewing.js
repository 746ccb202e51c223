/**
 * Listeners for the events of a viewer that shows roman.asdf. When its image is selected, they open a second file, which is none,
 * and `say` what happened.
 */
export function viewing(AsdfError, say) {
  const seen = {};
  return {
    opened({ detail }) {
      seen.opened = detail.name;
    },
    failed({ detail }) {
      seen.failed = detail.code;
    },
    async changed({ detail, target }) {
      if (detail.path === "roman/data" && !seen.path) {
        seen.path = detail.path;
        const thrown = await target.add(new Blob(["no ASDF"])).catch((error) => error);
        say(JSON.stringify({ ...seen, thrown: thrown instanceof AsdfError && thrown.code }));
      }
    },
  };
}
