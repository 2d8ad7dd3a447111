import { type ComponentType, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { storeCameFrom } from "../../shared/navigation/came-from.ts";
import { paths } from "../../shared/navigation/paths.ts";

type Loader<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Target of the offline page's return. */
type CameFrom = {
  from: string;
  /** The return needs a full page load. */
  reload?: boolean;
};

/**
 * Replaces a page whose code failed to load, which counts as a request without a response (S-1.8). Returns by a full
 * page load, as browsers don't retry failed modules.
 */
const LostPage = () => {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const state: CameFrom = { from: pathname + search + hash, reload: true };
    storeCameFrom(window.sessionStorage, state.from);
    void navigate(paths.offline, { replace: true, state });
  }, [navigate, pathname, search, hash]);
  return null;
};

/** If a page's code fails to load, opens the offline page. */
export const withOfflineFallback =
  <Props extends object>(load: Loader<Props>): Loader<Props> =>
  async () => {
    try {
      return await load();
    } catch (error) {
      console.warn("The code of this page couldn't be fetched.", error);
      return { default: LostPage };
    }
  };
