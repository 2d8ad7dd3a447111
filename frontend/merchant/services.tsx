import type { QueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { Troubles } from "../shared/api/troubles.ts";
import type { Drafts } from "../shared/drafts/drafts.ts";
import type { FlashBox } from "../shared/session/flash.ts";
import type { Session, SessionState } from "../shared/session/session.ts";
import type { AppConfig, MerchantApi } from "./api.ts";

/** The app's services, created once, in main.tsx. */
export type Services = {
  api: MerchantApi;
  session: Session;
  flash: FlashBox;
  queryClient: QueryClient;
  drafts: Drafts;
  troubles: Troubles;
  /**
   * Ends the session in this browser: account, cached responses, remembered position. A logout also wipes the drafts.
   * An expired session keeps them for the same shop.
   */
  signOut: (options: { keepDrafts: boolean }) => void;
  /**
   * Ends an impersonation session in this browser, and shows the reason on a page that stays. No-op if it has ended.
   */
  leaveImpersonation: (why: string, options: { keepDrafts: boolean }) => void;
  /** Leaves the app for the store platform. */
  leaveFor: (url: string) => void;
};

const ServicesContext = createContext<Services | null>(null);

export const ServicesProvider = ({ value, children }: { value: Services; children: ReactNode }) => (
  <ServicesContext.Provider value={value}>{children}</ServicesContext.Provider>
);

export const useServices = (): Services => {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error("useServices works inside ServicesProvider only.");
  return services;
};

/** Follows login and logout, also in other tabs. */
export const useSession = (): SessionState => {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.current);
};

/** Defaults until `app-config` is loaded, or if that fails. */
export const unknownConfig: AppConfig = {
  Environment: "",
  Links: { Review: null, Chat: null, AppStore: null, SupportEmail: null, PostalAddress: null },
  DemoShops: [],
};
