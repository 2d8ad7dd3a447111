import { InUseDialog } from "../manager/in-use-dialog.tsx";

/** An automated report uses the filter. `automation`: its title, null while nobody asked. */
export const DeleteRefusedDialog = (props: { automation: string | null; onClose: () => void }) => (
  <InUseDialog heading="Error deleting filter" what="The filter" {...props} />
);
