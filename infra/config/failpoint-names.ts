export type FailpointName = { text: string; name: string; passing: number; isSupervisors: boolean };

/** Parses FAILPOINTS. Undefined for each item that isn't `name`, `name@3` or `name^`. */
export const failpointNames = (setting: string): (FailpointName | undefined)[] =>
  setting
    .split(",")
    .filter((text) => text !== "")
    .map((text) => {
      const [, name, passing, caret] = /^([^@^]+)(?:@(\d+))?(\^)?$/.exec(text) ?? [];
      return name === undefined
        ? undefined
        : { text, name, passing: Number(passing ?? 1), isSupervisors: caret !== undefined };
    });
