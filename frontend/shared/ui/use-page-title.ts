import { useEffect } from "react";

/** `Generate report · Sheaf`. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Sheaf`;
  }, [title]);
};
