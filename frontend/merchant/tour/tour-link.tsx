import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { PlayIcon } from "../../shared/ui/icons.tsx";
import { createLazyPart } from "../loading/create-lazy-part.tsx";

const TourDialog = createLazyPart(
  () => import("./tour-dialog.tsx"),
  ({ onClose }) => onClose(),
);

export const TourLink = ({ children = "Watch how it works" }: { children?: string }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button startIcon={<PlayIcon />} onClick={() => setOpen(true)} aria-haspopup="dialog" sx={{ ml: -1 }}>
        {children}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <TourDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
