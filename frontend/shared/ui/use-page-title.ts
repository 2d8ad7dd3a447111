import { useEffect } from "react";

/** Names the page in the browser's tab: `Generate report · Sheaf`. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Sheaf`;
  }, [title]);
};
