/**
 * Jobs in lanes: the jobs of one lane run one after another, the lanes run
 * beside each other. Cargo's jobs share a lane, because all of them wait for
 * the same build folder.
 */

/** @typedef {"cargo" | "node"} Lane */

/**
 * Runs every job; resolves to their results in the order of `jobs`.
 *
 * @template {{ lane: Lane }} Job
 * @template Result
 * @param {readonly Job[]} jobs
 * @param {(job: Job) => Promise<Result>} run
 * @returns {Promise<Result[]>}
 */
export async function inLanes(jobs, run) {
  /** @type {Map<Lane, Promise<Result>>} */
  const lanes = new Map();
  const results = jobs.map((job) => {
    const before = lanes.get(job.lane);
    const result = before === undefined ? run(job) : before.then(() => run(job));
    lanes.set(job.lane, result);
    return result;
  });
  return Promise.all(results);
}
