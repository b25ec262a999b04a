const LONGEST_NAME = 200;

/**
 * The name of an uploaded file as it is kept. It comes from another machine. It is cut first, as
 * normalizing a long one takes long.
 */
export function shownFileName(name: string): string {
  const cut = name.slice(0, LONGEST_NAME * 4).normalize("NFC");
  return [...cut.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "")].slice(0, LONGEST_NAME).join("");
}
