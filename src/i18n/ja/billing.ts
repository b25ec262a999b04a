/** Of the sidebar; billingPages.ts has what the page shows. */
export const billing = { title: "ファイル出力" } as const;
