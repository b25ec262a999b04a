const CODE = /^\d{6}$/;

/** The code of an app as it was typed, with other digits and blanks; undefined if it is none. */
export function oneTimeCode(typed: string): string | undefined {
  const code = typed.normalize("NFKC").replace(/\s/gu, "");
  return CODE.test(code) ? code : undefined;
}
