import { expect, it } from "vitest";
import { stepAt, toBase32, totpCode } from "../support/totp.ts";

/** RFC 6238, Appendix B, for SHA-1; its codes have eight digits. */
it.each([
  ["1970-01-01T00:00:59Z", "94287082"],
  ["2005-03-18T01:58:29Z", "07081804"],
  ["2005-03-18T01:58:31Z", "14050471"],
  ["2009-02-13T23:31:30Z", "89005924"],
  ["2033-05-18T03:33:20Z", "69279037"],
  ["2603-10-11T11:33:20Z", "65353130"],
])("the codes of the tests are those of RFC 6238 at %s", (at, eightDigits) => {
  const secret = toBase32(Buffer.from("12345678901234567890"));
  expect(totpCode(secret, stepAt(new Date(at)))).toBe(eightDigits.slice(2));
});
