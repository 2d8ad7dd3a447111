import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Link as RouterLink, useNavigate } from "react-router-dom";
import { livePath } from "../../shared/navigation/paths.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { useNewDesign } from "../new-design/use-new-design.tsx";
import { ConfigurationPanel } from "./configuration/configuration-panel.tsx";

/** Shown to a shop without any design (S-2.2.3). */
export const WithoutDesign = () => {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(true);
  // The designer replaces this entry, so its way back leads to the new design's report.
  const create = useNewDesign(({ id }) => void navigate(livePath(id), { replace: true }));
  return (
    <>
      <ConfigurationPanel
        summary="A live report needs a report design"
        isOpen={isOpen}
        onOpen={setOpen}
        design={
          <>
            <Typography sx={{ mb: 0.5 }}>No report design available</Typography>
            <Link component="button" type="button" aria-haspopup="dialog" onClick={create.open}>
              Create New Report Design
            </Link>
          </>
        }
        orders={null}
      />
      {create.dialog}
    </>
  );
};

/** Shown if the address names a design that no longer exists. */
export const DesignGone = () => (
  <EmptyState
    illustration="nowhere"
    title="This report design was deleted"
    text="Its live report can't be shown any more. You can restore the design from Recently deleted in Manager."
    action={
      <Button component={RouterLink} to={livePath(null)} variant="contained">
        Show another live report
      </Button>
    }
  />
);
