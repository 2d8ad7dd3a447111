/** Thrown by whatever a killed process still asks for. */
export class Killed extends Error {
  override name = "Killed";
}

/** A process as far as it can be killed. `after`: so many changes later it is, just before or just after the last of them. */
export type Life = { dead: boolean; kill: { after: number; when: "before" | "after" } | undefined };

const change = (life: Life): "before" | "after" | undefined => {
  if (!life.kill) return undefined;
  life.kill.after -= 1;
  return life.kill.after > 0 ? undefined : life.kill.when;
};

/**
 * A port as one process has it: with the process dead, calls no longer do anything. `changing`: the calls that leave
 * something behind, between any two of which a process may die.
 */
export const killable = <Port extends object>(port: Port, changing: readonly (keyof Port)[], life: Life): Port =>
  new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]): unknown => {
        const call = () => Reflect.apply(value, target, given) as unknown;
        if (!changing.includes(name as keyof Port)) {
          if (life.dead) throw new Killed();
          return call();
        }
        return (async () => {
          if (life.dead) throw new Killed();
          const now = change(life);
          if (now === "before") life.dead = true;
          if (life.dead) throw new Killed();
          const answer = await call();
          if (now === "after") life.dead = true;
          if (life.dead) throw new Killed();
          return answer;
        })();
      };
    },
  });
