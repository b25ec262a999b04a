import { builtinEnvironments, type Environment } from "vitest/runtime";

/**
 * jsdom with the forms and files of Node. Node's fetch takes and gives no others: those of jsdom
 * would reach the double without their names, and a form that it reads would hold none at all.
 */
export default {
  ...builtinEnvironments.jsdom,
  name: "page",
  async setup(global, options) {
    const { Blob, File, FormData } = globalThis;
    const page = await builtinEnvironments.jsdom.setup(global, options);
    Object.assign(global, { Blob, File, FormData });
    return page;
  },
} satisfies Environment;
