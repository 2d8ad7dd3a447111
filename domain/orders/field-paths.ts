const withoutTypes = (path: string): string => path.replace(/\(\w+\)\./g, "");

/** Below or equal to one of these paths. Type conditions such as `(CardPaymentDetails)` don't count. */
export const isFieldBelow = (field: string, paths: readonly string[]): boolean => {
  const plain = withoutTypes(field);
  return paths.map(withoutTypes).some((path) => plain === path || plain.startsWith(`${path}.`));
};
