const withoutTypes = (path: string): string => path.replace(/\(\w+\)\./g, "");

/**
 * True if a field is below or equal to one of these paths. Type conditions such as `(CardPaymentDetails)` don't count.
 */
export const isFieldBelow = (field: string, paths: readonly string[]): boolean => {
  const plain = withoutTypes(field);
  return paths.map(withoutTypes).some((path) => plain === path || plain.startsWith(`${path}.`));
};
