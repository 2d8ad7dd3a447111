import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
  print,
} from "graphql";

const splitWords = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/**
 * Prints the named types with the named fields, unchanged, without descriptions.
 * @throws {Error} a named type or field is missing, or a kept field leads to a type that is not kept
 */
export const pruneSchema = (full: GraphQLSchema, kept: Readonly<Record<string, string>>): string => {
  const fieldsByType = new Map<string, Set<string>>(
    Object.entries(kept).map(([name, fields]) => [name, new Set(splitWords(fields))]),
  );
  const queue = [...fieldsByType.keys()];
  const printed = new Map<string, string>();

  const need = (type: GraphQLNamedType, from: string): void => {
    const { name } = type;
    if (isSpecifiedScalarType(type) || fieldsByType.has(name) || printed.has(name) || queue.includes(name)) return;
    if (isScalarType(type) || isEnumType(type) || isInputObjectType(type)) queue.push(name);
    else if (name.endsWith("Connection")) {
      fieldsByType.set(name, new Set(["edges", "nodes", "pageInfo"]));
      queue.push(name);
    } else if (name.endsWith("Edge")) {
      fieldsByType.set(name, new Set(["cursor", "node"]));
      queue.push(name);
    } else throw new Error(`${from} leads to ${name}, which is not kept. Keep it or drop the field.`);
  };

  const defaultOf = (argument: GraphQLArgument | GraphQLInputField): string => {
    if (argument.default?.literal) return ` = ${print(argument.default.literal)}`;
    if (argument.default?.value === undefined) return "";
    const value = astFromValue(argument.default.value, argument.type);
    return value ? ` = ${print(value)}` : "";
  };
  const argumentText = (argument: GraphQLArgument | GraphQLInputField, from: string): string => {
    need(getNamedType(argument.type), `${from}(${argument.name})`);
    return `${argument.name}: ${argument.type}${defaultOf(argument)}`;
  };
  const fieldText = (field: GraphQLField<unknown, unknown>, parent: string): string => {
    const from = `${parent}.${field.name}`;
    need(getNamedType(field.type), from);
    const args = field.args.filter((argument) => argument.deprecationReason == null);
    const list = args.length === 0 ? "" : `(${args.map((argument) => argumentText(argument, from)).join(", ")})`;
    return `  ${field.name}${list}: ${field.type}`;
  };
  const fieldsOf = (name: string, all: Readonly<Record<string, GraphQLField<unknown, unknown>>>): string => {
    const names = [...(fieldsByType.get(name) ?? [])].sort();
    return names
      .map((field) => {
        const found = all[field];
        if (!found) throw new Error(`The schema has no ${name}.${field}.`);
        return fieldText(found, name);
      })
      .join("\n");
  };
  const keepsAll = (name: string, interfaceName: string): boolean => {
    const fields = fieldsByType.get(interfaceName);
    const own = fieldsByType.get(name);
    return fields !== undefined && own !== undefined && [...fields].every((field) => own.has(field));
  };

  const typeText = (type: GraphQLNamedType): string => {
    const { name } = type;
    if (isScalarType(type)) return `scalar ${name}`;
    if (isEnumType(type))
      return `enum ${name} {\n${type
        .getValues()
        .map((value) => `  ${value.name}`)
        .join("\n")}\n}`;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => field.deprecationReason == null);
      return `input ${name} {\n${fields.map((field) => `  ${argumentText(field, name)}`).join("\n")}\n}`;
    }
    if (isUnionType(type)) {
      const members = type.getTypes().filter((member) => fieldsByType.get(name)?.has(member.name));
      return `union ${name} = ${members.map((member) => member.name).join(" | ")}`;
    }
    if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`${name} is of no known kind.`);
    const interfaces = type.getInterfaces().filter((one) => keepsAll(name, one.name));
    const implementsText =
      interfaces.length === 0 ? "" : ` implements ${interfaces.map((one) => one.name).join(" & ")}`;
    return `${isInterfaceType(type) ? "interface" : "type"} ${name}${implementsText} {\n${fieldsOf(name, type.getFields())}\n}`;
  };

  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const type = full.getType(name);
    if (!type) throw new Error(`The schema has no type ${name}.`);
    printed.set(name, typeText(type));
  }
  const types = [...printed.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return `schema {\n  query: QueryRoot\n  mutation: Mutation\n}\n\n${types.join("\n\n")}\n`;
};
