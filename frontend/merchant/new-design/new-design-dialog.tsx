import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import { useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { starters } from "#domain/designs/starters.ts";
import { isSkipped } from "../../shared/api/api-error.ts";
import { CloseIcon } from "../../shared/ui/icons.tsx";
import { useColumnInfos } from "../resources/columns/use-columns.ts";
import { starterDesignsKey } from "../resources/designs/keys.ts";
import { useServices } from "../services.tsx";
import { StarterCard } from "./starter-card.tsx";

type NewDesignDialogProps = {
  /** Key of the starter that is becoming a design; null if none. */
  creating: string | null;
  onChoose: (starter: string) => void;
  onClose: () => void;
};

/** 'New report design': the starters, each with a preview of the shop's own orders. */
const NewDesignDialog = ({ creating, onChoose, onClose }: NewDesignDialogProps) => {
  const { api } = useServices();
  const id = useId();
  const isNarrow = useMediaQuery(useTheme().breakpoints.down("sm"));
  const infos = useColumnInfos();
  const previews = useQuery({
    queryKey: starterDesignsKey,
    queryFn: ({ signal }) => api.starterDesigns(signal),
    staleTime: 60_000,
  });
  const isMissing = (previews.isError && !isSkipped(previews.error)) || infos.isError;
  const isGenerated = previews.data?.some(({ Preview }) => Preview.Generated) ?? false;
  return (
    <Dialog open fullScreen={isNarrow} fullWidth maxWidth="md" onClose={onClose} aria-labelledby={id}>
      <Box sx={{ display: "flex", alignItems: "flex-start", pr: 2 }}>
        <DialogTitle component="div" sx={{ flex: 1 }}>
          <Typography variant="h2" id={id}>
            New report design
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
            {isMissing
              ? "Choose a starting point. Previews aren't available right now. You can change everything later."
              : isGenerated
                ? "Choose a starting point. Your store has no orders yet, so the previews show made-up ones."
                : "Choose a starting point. Previews include only your newest orders. You can change everything later."}
          </Typography>
        </DialogTitle>
        <IconButton aria-label="Close" onClick={onClose} sx={{ mt: 1.5 }}>
          <CloseIcon />
        </IconButton>
      </Box>
      <DialogContent>
        <Box
          component="ul"
          aria-label="Starting points"
          sx={{
            listStyle: "none",
            m: 0,
            p: 0,
            pt: 0.5,
            display: "grid",
            gap: 2,
            gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
          }}
        >
          {starters.map((starter, at) => (
            <StarterCard
              key={starter.key}
              starter={starter}
              preview={previews.data?.find(({ Starter }) => Starter === starter.key)?.Preview}
              infos={infos.data}
              isMissing={isMissing}
              isFirst={at === 0}
              isBusy={creating === starter.key}
              disabled={creating !== null}
              onChoose={() => onChoose(starter.key)}
            />
          ))}
        </Box>
      </DialogContent>
    </Dialog>
  );
};

export default NewDesignDialog;
