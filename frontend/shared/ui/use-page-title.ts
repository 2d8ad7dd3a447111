import { useEffect } from "react";

/** Sets the browser tab's title: `Generate report · Sheaf`. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Sheaf`;
  }, [title]);
};
