import type { ReactNode } from "react";
import { Show, SimpleShowLayout } from "react-admin";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";

/** One thing of the console with its fields. It cannot be edited. */
export const ConsoleShow = ({ title, children }: { title: string; children: ReactNode }) => {
  usePageTitle(`${title} · Support`);
  return (
    <Show title={title} actions={false}>
      <SimpleShowLayout>{children}</SimpleShowLayout>
    </Show>
  );
};
