import type { useTranslate } from "react-admin";

/** What `useTranslate` returns. */
export type Translate = ReturnType<typeof useTranslate>;
