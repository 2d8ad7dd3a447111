/** Converts data of schema `from` to `from + 1`. Pure, and kept forever. */
export type Upcaster = { type: string; from: number; upcast(data: unknown): unknown };

/** Current schemas by event type, and conversions from older ones. */
export type Upcasters = {
  /** @throws {Error} for an event type without a registered schema */
  getSchema(type: string): number;
  /** False if only a newer version of Sheaf knows the type. Readers of other types may skip it. */
  isKnownType(type: string): boolean;
  /** False if a newer version of Sheaf wrote the event. */
  canRead(type: string, schema: number): boolean;
  /**
   * Converts data to the current schema.
   * @throws {Error} for a type or schema newer than this version of Sheaf, or a missing step
   */
  upcast(type: string, schema: number, data: unknown): unknown;
};

/** `schemas`: event type → current schema. `steps`: at most one per type and older schema. */
export const createUpcasters = (schemas: Readonly<Record<string, number>>, steps: readonly Upcaster[]): Upcasters => {
  const byStep = new Map(steps.map((step) => [`${step.type}.v${step.from}`, step]));
  const current = new Map(Object.entries(schemas));
  const schemaOf = (type: string): number => {
    const schema = current.get(type);
    if (schema === undefined)
      throw new Error(
        `The event type ${type} is not known here. Run the version of Sheaf that wrote it, or a newer one.`,
      );
    return schema;
  };
  const knows = (type: string): boolean => current.has(type);
  const isPast = (type: string, schema: number): boolean =>
    Number.isInteger(schema) && schema >= 1 && schema <= schemaOf(type);
  return {
    getSchema: schemaOf,
    isKnownType: knows,
    canRead: (type, schema) => knows(type) && isPast(type, schema),
    upcast: (type, schema, data) => {
      const today = schemaOf(type);
      if (!isPast(type, schema))
        throw new Error(
          `${type} has schema ${schema}, and this version of Sheaf reads 1 to ${today}. Run the version that wrote it, or a newer one.`,
        );
      let result = data;
      for (let version = schema; version < today; version++) {
        const step = byStep.get(`${type}.v${version}`);
        if (!step) throw new Error(`No upcaster leads from ${type} schema ${version} to ${version + 1}. Register one.`);
        result = step.upcast(result);
      }
      return result;
    },
  };
};
