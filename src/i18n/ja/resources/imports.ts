import type { importPages } from "../late/imports.ts";

export const imports = { name: "取り込み" } as const;

declare module "../index.ts" {
  interface ResourceTexts {
    imports: typeof imports & typeof importPages;
  }
}
