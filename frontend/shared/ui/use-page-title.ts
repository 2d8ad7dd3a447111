import { useEffect } from "react";

/** Sets the tab's title: `Generate report · Sheaf`. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Sheaf`;
  }, [title]);
};
