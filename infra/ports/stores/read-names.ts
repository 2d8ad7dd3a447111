/** @throws {RangeError} not a name of a read model collection */
export const assertCollectionName = (collection: string): void => {
  if (!/^[a-z][a-z0-9-]*(@[0-9]+)?$/.test(collection))
    throw new RangeError(
      `"${collection}" isn't a valid collection name: lower-case letters, digits and "-", perhaps "@" and a version.`,
    );
};

/** @throws {RangeError} not a name of a field for filters and sorts */
export const assertFieldName = (field: string): void => {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(field))
    throw new RangeError(`"${field}" isn't a valid field name: letters, digits and "_".`);
};
