import type { previewPage } from "../late/preview.ts";

export const preview = { name: "反映プレビュー" } as const;

declare module "../index.ts" {
  interface ResourceTexts {
    preview: typeof preview & typeof previewPage;
  }
}
