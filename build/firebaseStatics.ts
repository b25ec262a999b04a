import type { Plugin } from "vite";

const AUTH = /[\\/]@firebase[\\/]auth[\\/]dist[\\/]esm[\\/]/;
const STATIC = /^([A-Z]\w*)\.([A-Z_]+) = (["'][^"'\n]*["']).*;$/gm;

/**
 * Makes the constants of firebase/auth's classes static fields. As assignments after the class they
 * keep each class in the bundle, also those of telephones, Facebook and others, which no page uses:
 * 3 kB of the 120 before the sign-in (docs/product/budgets.md#browser).
 */
export function firebaseStatics(): Plugin {
  return {
    name: "firebase-statics",
    apply: "build",
    transform: {
      filter: { id: AUTH },
      handler: (code) => {
        const fields = new Map<string, string[]>();
        const without = code.replace(STATIC, (_, owner: string, name: string, value: string) => {
          fields.set(owner, [...(fields.get(owner) ?? []), `static ${name} = ${value};`]);
          return "";
        });
        if (fields.size === 0) return null;
        return without.replace(/^class (\w+)\b[^{\n]*\{$/gm, (head, name: string) =>
          [head, ...(fields.get(name) ?? [])].join("\n"),
        );
      },
    },
  };
}
