import { readFileSync } from "node:fs";
import { parse } from "yaml";

export type Service = {
  image?: string;
  build?: { context: string; dockerfile: string; args?: Record<string, string> };
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  profiles?: string[];
  read_only?: boolean;
  user?: string;
  cap_drop?: string[];
  mem_limit?: string;
  stop_grace_period?: string;
  healthcheck?: { test: string[] };
  tmpfs?: string[];
  volumes?: (string | { type: string; source?: string; target: string })[];
  depends_on?: Record<string, { condition: string; required?: boolean }>;
};
export type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
};

const textOf = (name: string): string => readFileSync(new URL(`../../deploy/compose/${name}`, import.meta.url), "utf8");

export const compose = parse(textOf("compose.yaml"), { merge: true }) as Compose;

/** The services of this repository's image. */
export const ofSheaf = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);

/** The settings for operators, from the example. */
const example = Object.fromEntries(
  textOf(".env.example")
    .split("\n")
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
);

/**
 * Fills in settings like compose, for the file's two forms.
 * @throws {Error} with the file's own words, if a setting is missing without a default
 */
export const interpolated = (text: string, given: Readonly<Record<string, string>> = example): string =>
  text.replaceAll(/\$\{(\w+):([-?])((?:[^{}]|\{[^}]*\})*)\}/g, (_whole, name: string, sign: string, other: string) => {
    const value = given[name];
    if (value) return value;
    if (sign === "?") throw new Error(`${name}: ${other}`);
    return other;
  });

/**
 * Returns a container's environment. `fileOf`: path of a secret, in place of `/run/secrets`.
 * @throws {Error} a setting names a secret that the service is not given
 */
export const environmentOf = (
  { environment = {}, secrets = [] }: Service,
  fileOf: (secret: string) => string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, text]) => {
      const secret = /^\/run\/secrets\/(\w+)$/.exec(text)?.[1];
      if (secret === undefined) return [name, interpolated(text)];
      if (!secrets.includes(secret)) throw new Error(`${name} names the secret ${secret}, which the service lacks.`);
      return [name, fileOf(secret)];
    }),
  );
