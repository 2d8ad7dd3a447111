import { type ComponentType, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { keepCameFrom } from "../../shared/navigation/came-from.ts";
import { paths } from "../../shared/navigation/paths.ts";

type Loader<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Where the offline page returns to; `reload` when the browser must ask for everything anew. */
type CameFrom = { from: string; reload?: boolean };

/**
 * Stands in for a page whose code could not be fetched: that too is a request without a response (S-1.8).
 * The return is a load of the whole page, because a failed piece of code is not asked for a second time.
 */
const LostPage = () => {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const state: CameFrom = { from: pathname + search + hash, reload: true };
    keepCameFrom(window.sessionStorage, state.from);
    void navigate(paths.offline, { replace: true, state });
  }, [navigate, pathname, search, hash]);
  return null;
};

/** A loader of a page that answers the way to the offline page when the page's own code cannot be fetched. */
export const orOffline =
  <Props extends object>(load: Loader<Props>): Loader<Props> =>
  async () => {
    try {
      return await load();
    } catch (error) {
      console.warn("The code of this page couldn't be fetched.", error);
      return { default: LostPage };
    }
  };
