import type { Reporter, TestModule } from "vitest/node";

/** Files listed of each project. */
const listed = 10;

type Timing = { file: string; tests: number; ms: number };
type ProjectTimings = { name: string; files: Timing[]; from: number; to: number };

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Lines that tell the total of a project and its slowest files. Times are in ms; `from` and `to` count from any one moment. */
export const describeTimings = ({ name, files, from, to }: ProjectTimings): string[] => {
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, listed);
  const tests = files.reduce((sum, file) => sum + file.tests, 0);
  const work = files.reduce((sum, file) => sum + file.ms, 0);
  return [
    `${name}: ${tests} tests in ${files.length} files took ${inSeconds(to - from)} (${inSeconds(work)} of work). Slowest files:`,
    ...slowest.map(({ file, ms }) => `${inSeconds(ms).padStart(9)}  ${file}`),
  ];
};

/** Prints the total time of each project and its ten slowest files, so that growth of a tier is seen. */
export const createSlowestFiles = (print: (line: string) => void = console.log): Reporter => {
  const projects = new Map<string, ProjectTimings>();
  return {
    onTestModuleStart: ({ project }) => {
      if (!projects.has(project.name))
        projects.set(project.name, { name: project.name, files: [], from: performance.now(), to: 0 });
    },
    onTestModuleEnd: (module: TestModule) => {
      const project = projects.get(module.project.name);
      if (project === undefined) return;
      const { collectDuration, duration } = module.diagnostic();
      project.to = performance.now();
      project.files.push({
        file: module.relativeModuleId,
        tests: [...module.children.allTests()].length,
        ms: collectDuration + duration,
      });
    },
    onTestRunEnd: () => {
      for (const project of projects.values()) for (const line of ["", ...describeTimings(project)]) print(line);
      projects.clear();
    },
  };
};
