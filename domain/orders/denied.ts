const withoutTypes = (path: string): string => path.replace(/\(\w+\)\./g, "");

/** Whether a field is one of these paths or below one. Parts for single types of an abstract one, `(CardPaymentDetails)`, are no step of a path. */
export const isUnder = (field: string, paths: readonly string[]): boolean => {
  const plain = withoutTypes(field);
  return paths.map(withoutTypes).some((path) => plain === path || plain.startsWith(`${path}.`));
};
