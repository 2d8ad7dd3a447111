import { type ComponentType, lazy, useState } from "react";

type Loader<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** `preload` never rejects: what could not be fetched is asked for again when it is shown, and it is told there. */
export type Preloadable<Props extends object> = ComponentType<Props> & { preload: () => Promise<void> };

/**
 * A component whose code is fetched when it is shown, by `shown`, or before that, by `load`: then it is there at once, without a moment in
 * which something stands in for it.
 */
export const preloadable = <Props extends object>(
  load: Loader<Props>,
  shown: Loader<Props> = load,
): Preloadable<Props> => {
  let found: ComponentType<Props> | null = null;
  const Later = lazy(shown);
  const Part = (props: Props) => {
    // As it was when it was first shown: in the place of another component it would begin anew.
    const [Shown] = useState<ComponentType<Props>>(() => found ?? Later);
    return <Shown {...props} />;
  };
  const preload = async () => {
    try {
      found = (await load()).default;
    } catch (error) {
      console.warn("Code could not be fetched ahead.", error);
    }
  };
  return Object.assign(Part, { preload });
};
