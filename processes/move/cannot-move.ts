/** A move cannot begin, or the sides differ. The message says what to do. */
export class CannotMove extends Error {
  override name = "CannotMove";
}
