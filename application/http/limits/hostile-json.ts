/** Makes a name short and printable, for a sentence. */
export const toPrintable = (name: string): string => {
  const printable = name.slice(0, 60).replaceAll(/[^\x20-\x7e]/g, "?");
  return name.length > 60 ? `${printable}…` : printable;
};

const describeBadText = (text: string): string | undefined => {
  if (text.includes("\0")) return "contains a NUL character";
  return text.isWellFormed() ? undefined : "contains half a character";
};

/** Path to a value. Names are built only for messages. */
type JsonPath = { value: object; of: JsonPath | undefined; key: string | number };

/** Names a value: `Columns, entry 3`; a bare list is the body itself. */
const nameOf = (parent: JsonPath, key: string | number): string => {
  const outer = parent.of === undefined ? undefined : nameOf(parent.of, parent.key);
  if (typeof key === "number") return `${outer ?? "The body"}, entry ${key + 1}`;
  return outer === undefined ? toPrintable(key) : `${outer}.${toPrintable(key)}`;
};

/**
 * Error message for parsed JSON that no schema should see: texts that stores cannot keep (NUL, lone surrogates) and
 * `__proto__` as a name. Not recursive; visits each value once and stops at the first fault.
 */
export const findHostileJson = (value: unknown): string | undefined => {
  if (typeof value === "string") {
    const trouble = describeBadText(value);
    return trouble && `The body ${trouble}. Remove it.`;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const stack: JsonPath[] = [{ value, of: undefined, key: "" }];
  const enter = (inner: unknown, parent: JsonPath, key: string | number): string | undefined => {
    if (typeof inner === "string") {
      const trouble = describeBadText(inner);
      return trouble && `${nameOf(parent, key)} ${trouble}. Remove it.`;
    }
    if (typeof inner !== "object" || inner === null) return undefined;
    stack.push({ value: inner, of: parent, key });
    return undefined;
  };
  const enterField = (object: Record<string, unknown>, parent: JsonPath, key: string): string | undefined => {
    if (key === "__proto__") return "__proto__ is not a field of this call. Remove it.";
    const trouble = describeBadText(key);
    return trouble ? `The field name ${nameOf(parent, key)} ${trouble}. Remove it.` : enter(object[key], parent, key);
  };
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value: inside } = next;
    const names = Array.isArray(inside) ? undefined : Object.keys(inside);
    const length = names?.length ?? (inside as unknown[]).length;
    for (let index = 0; index < length; index++) {
      const trouble = names
        ? enterField(inside as Record<string, unknown>, next, names[index] as string)
        : enter((inside as unknown[])[index], next, index);
      if (trouble) return trouble;
    }
  }
  return undefined;
};
