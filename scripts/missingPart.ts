/** A requirement of the tests is missing; the message says what to do. */
export class MissingPart extends Error {
  override readonly name = "MissingPart";
}
