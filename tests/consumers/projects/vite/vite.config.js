export default {
  worker: { format: "es" },
};
