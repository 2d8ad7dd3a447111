/** Thrown when a move cannot begin, or when the sides differ. The message says what to do. */
export class CannotMove extends Error {
  override name = "CannotMove";
}
