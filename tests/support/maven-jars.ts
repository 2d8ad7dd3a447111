import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Five minutes: on a new machine everything is fetched. */
const patience = 300_000;

const isThere = (program: string): Promise<boolean> =>
  run(program, ["--version"], { timeout: 30_000 }).then(
    () => true,
    () => false,
  );

/**
 * The class path of the artifacts that `pom` names, or a sentence that says why there is none. Maven fetches them once per machine and
 * version of that file. Several processes may ask at the same time.
 */
export const mavenJars = async (pom: string): Promise<{ classPath: string } | { missing: string }> => {
  const version = createHash("sha256")
    .update(await readFile(pom))
    .digest("hex")
    .slice(0, 16);
  const name = `sheaf-${basename(dirname(pom))}-`;
  const folder = join(tmpdir(), `${name}${version}`);
  const found = { classPath: join(folder, "*") };
  const files = () => readdir(folder).catch(() => []);
  if ((await files()).length > 0) return found;
  for (const program of ["javac", "mvn"])
    if (!(await isThere(program)))
      return { missing: `${program} is not there (Debian: apt-get install openjdk-17-jdk-headless maven)` };
  const making = await mkdtemp(join(tmpdir(), name));
  try {
    await cp(pom, join(making, "pom.xml"));
    const jars = join(making, "jars");
    await run("mvn", ["-q", "-B", "dependency:copy-dependencies", `-DoutputDirectory=${jars}`], {
      cwd: making,
      timeout: patience,
    });
    // Another process was faster, and its files are the same.
    await rename(jars, folder).catch(async (error: unknown) => {
      if ((await files()).length === 0) throw error;
    });
    return found;
  } catch (error) {
    return { missing: `Maven could not fetch them (${String(error).split("\n")[0]})` };
  } finally {
    await rm(making, { recursive: true, force: true });
  }
};
