/** The text that was copied last. `readText` of the double reads only files of jsdom (tests/support/page.ts). */
export async function copiedText(): Promise<string> {
  const [item] = await navigator.clipboard.read();
  return (await item?.getType("text/plain"))?.text() ?? "";
}
