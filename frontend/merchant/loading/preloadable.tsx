import { type ComponentType, lazy, useState } from "react";

type Loader<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** `preload` never rejects: failed code is requested again when shown. */
export type Preloadable<Props extends object> = ComponentType<Props> & { preload: () => Promise<void> };

/**
 * A component whose code loads when shown, by `shown`, or earlier, by `load`: it then shows at once, without a
 * placeholder.
 */
export const preloadable = <Props extends object>(
  load: Loader<Props>,
  shown: Loader<Props> = load,
): Preloadable<Props> => {
  let found: ComponentType<Props> | null = null;
  const Later = lazy(shown);
  const Part = (props: Props) => {
    // Fixed at the first render: switching the component would remount it.
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
