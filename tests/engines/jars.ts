import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { mavenJars } from "#tests/support/maven-jars.ts";

const pom = join(import.meta.dirname, "pom.xml");

/** The class path of the engines in `pom.xml`, and the version of its Kafka; or a sentence that says why there is none. */
export const engineJars = async (): Promise<{ classPath: string; kafka: string } | { missing: string }> => {
  const [, kafka] =
    /<artifactId>kafka_[\d.]+<\/artifactId>\s*<version>([^<]+)</.exec(await readFile(pom, "utf8")) ?? [];
  if (kafka === undefined) throw new Error(`There is no version of Kafka in ${pom}.`);
  const jars = await mavenJars(pom);
  return "missing" in jars ? jars : { ...jars, kafka };
};
