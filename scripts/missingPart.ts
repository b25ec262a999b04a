/** Something that the tests need is not there; the message says what to do about it. */
export class MissingPart extends Error {
  override readonly name = "MissingPart";
}
