/** Thrown when a move cannot begin, or when both sides are not alike; a sentence that says what to do. */
export class CannotMove extends Error {
  override name = "CannotMove";
}
