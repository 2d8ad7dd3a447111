import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { AddressIcon, ChatIcon, MailIcon } from "../../shared/ui/icons.tsx";
import { useAppConfig } from "../use-app-config.ts";

const Way = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <Stack direction="row" spacing={1.5}>
    <Box sx={{ color: "text.secondary", lineHeight: 1, pt: 0.25 }}>{icon}</Box>
    <Box sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
      <Typography variant="h3">{title}</Typography>
      {children}
    </Box>
  </Stack>
);

/** Postal address, support e-mail and community chat; unset ones aren't shown. */
export const OtherWays = () => {
  const { SupportEmail, PostalAddress, Chat } = useAppConfig().Links;
  if (!SupportEmail && !PostalAddress && !Chat) return null;
  return (
    <Stack component="section" spacing={2.5} aria-labelledby="other-ways">
      <Typography variant="h2" id="other-ways">
        Other ways to reach us
      </Typography>
      {SupportEmail && (
        <Way icon={<MailIcon />} title="Support e-mail">
          <Link href={`mailto:${SupportEmail}`}>{SupportEmail}</Link>
        </Way>
      )}
      {Chat && (
        <Way icon={<ChatIcon />} title="Community chat">
          <Link href={Chat} target="_blank" rel="noreferrer">
            Join the chat
          </Link>
        </Way>
      )}
      {PostalAddress && (
        <Way icon={<AddressIcon />} title="Postal address">
          <Typography component="address" sx={{ fontStyle: "normal", whiteSpace: "pre-line" }}>
            {PostalAddress}
          </Typography>
        </Way>
      )}
    </Stack>
  );
};
