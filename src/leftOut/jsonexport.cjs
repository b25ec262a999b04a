module.exports = () => {
  throw new Error("ra-core's own CSV export is left out of the build.");
};
