import SvgIcon, { type SvgIconProps } from "@mui/material/SvgIcon";
import {
  ArrowDown,
  ArrowDownAZ,
  ArrowDownZA,
  ArrowLeft,
  ArrowUp,
  Ban,
  CalendarDays,
  CalendarX2,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronsUpDown,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleQuestionMark,
  Clock3,
  Columns3Cog,
  Copy,
  CreditCard,
  Download,
  EllipsisVertical,
  ExternalLink,
  EyeOff,
  FileText,
  Funnel,
  GripVertical,
  Hash,
  History,
  Info,
  Link2,
  Lock,
  LogOut,
  type LucideIcon,
  Mail,
  MapPin,
  Maximize,
  Menu,
  MessageCircle,
  Moon,
  OctagonX,
  Pause,
  PencilLine,
  Play,
  Plus,
  Printer,
  Redo,
  RefreshCw,
  RotateCw,
  Scale,
  Search,
  Send,
  Server,
  Settings,
  ShieldCheck,
  SquareFunction,
  Store,
  Sun,
  Table2,
  Tag,
  Trash2,
  TriangleAlert,
  Undo,
  Undo2,
  Webhook,
  X,
} from "lucide-react";

/** A line icon with MUI's props: `fontSize`, `color`, `sx`; hidden from screen readers unless it has a title. */
const lineIcon = (Drawing: LucideIcon, name: string) => {
  const LineIcon = ({ sx, ...props }: SvgIconProps) => (
    <SvgIcon
      component={Drawing}
      inheritViewBox
      strokeWidth={1.75}
      {...props}
      sx={[{ fill: "none" }, ...(Array.isArray(sx) ? sx : [sx])]}
    />
  );
  LineIcon.displayName = name;
  return LineIcon;
};

// One icon per meaning, everywhere; docs/look.md lists them.
export const BackIcon = lineIcon(ArrowLeft, "BackIcon");
export const CanceledIcon = lineIcon(Ban, "CanceledIcon");
export const DateIcon = lineIcon(CalendarDays, "DateIcon");
export const DoneIcon = lineIcon(Check, "DoneIcon");
export const BackChevronIcon = lineIcon(ChevronLeft, "BackChevronIcon");
export const ChevronDownIcon = lineIcon(ChevronDown, "ChevronDownIcon");
export const ChevronRightIcon = lineIcon(ChevronRight, "ChevronRightIcon");
export const ChevronUpIcon = lineIcon(ChevronUp, "ChevronUpIcon");
export const ActiveIcon = lineIcon(CirclePlay, "ActiveIcon");
export const PausedIcon = lineIcon(CirclePause, "PausedIcon");
export const ExpiredIcon = lineIcon(CalendarX2, "ExpiredIcon");
export const SuspendedIcon = lineIcon(OctagonX, "SuspendedIcon");
export const EmptyIcon = lineIcon(CircleDashed, "EmptyIcon");
export const ErrorIcon = lineIcon(CircleAlert, "ErrorIcon");
export const SuccessIcon = lineIcon(CircleCheck, "SuccessIcon");
export const HelpIcon = lineIcon(CircleQuestionMark, "HelpIcon");
export const TimeIcon = lineIcon(Clock3, "TimeIcon");
export const CopyIcon = lineIcon(Copy, "CopyIcon");
export const DownloadIcon = lineIcon(Download, "DownloadIcon");
export const OutsideIcon = lineIcon(ExternalLink, "OutsideIcon");
export const DocumentIcon = lineIcon(FileText, "DocumentIcon");
export const FilterIcon = lineIcon(Funnel, "FilterIcon");
export const InfoIcon = lineIcon(Info, "InfoIcon");
export const ShareIcon = lineIcon(Link2, "ShareIcon");
export const LockIcon = lineIcon(Lock, "LockIcon");
export const LogOutIcon = lineIcon(LogOut, "LogOutIcon");
export const MailIcon = lineIcon(Mail, "MailIcon");
export const AddressIcon = lineIcon(MapPin, "AddressIcon");
export const MenuIcon = lineIcon(Menu, "MenuIcon");
export const ChatIcon = lineIcon(MessageCircle, "ChatIcon");
export const DarkIcon = lineIcon(Moon, "DarkIcon");
export const PlanIcon = lineIcon(CreditCard, "PlanIcon");
export const PlayIcon = lineIcon(Play, "PlayIcon");
export const PauseIcon = lineIcon(Pause, "PauseIcon");
export const AddIcon = lineIcon(Plus, "AddIcon");
export const PrintIcon = lineIcon(Printer, "PrintIcon");
export const FullScreenIcon = lineIcon(Maximize, "FullScreenIcon");
export const RefreshIcon = lineIcon(RefreshCw, "RefreshIcon");
export const RetryIcon = lineIcon(RotateCw, "RetryIcon");
export const TermsIcon = lineIcon(Scale, "TermsIcon");
export const SearchIcon = lineIcon(Search, "SearchIcon");
export const SendIcon = lineIcon(Send, "SendIcon");
export const ServerIcon = lineIcon(Server, "ServerIcon");
export const SettingsIcon = lineIcon(Settings, "SettingsIcon");
export const PrivacyIcon = lineIcon(ShieldCheck, "PrivacyIcon");
export const ShopIcon = lineIcon(Store, "ShopIcon");
export const LightIcon = lineIcon(Sun, "LightIcon");
export const DesignIcon = lineIcon(Table2, "DesignIcon");
export const DeleteIcon = lineIcon(Trash2, "DeleteIcon");
export const WarningIcon = lineIcon(TriangleAlert, "WarningIcon");
export const MoreIcon = lineIcon(EllipsisVertical, "MoreIcon");
export const MoveUpIcon = lineIcon(ArrowUp, "MoveUpIcon");
export const MoveDownIcon = lineIcon(ArrowDown, "MoveDownIcon");
export const DragIcon = lineIcon(GripVertical, "DragIcon");
export const HistoryIcon = lineIcon(History, "HistoryIcon");
export const RestoreIcon = lineIcon(Undo2, "RestoreIcon");
export const UndoIcon = lineIcon(Undo, "UndoIcon");
export const RedoIcon = lineIcon(Redo, "RedoIcon");
export const SortIcon = lineIcon(ChevronsUpDown, "SortIcon");
export const AscendingIcon = lineIcon(ArrowDownAZ, "AscendingIcon");
export const DescendingIcon = lineIcon(ArrowDownZA, "DescendingIcon");
export const ColumnsIcon = lineIcon(Columns3Cog, "ColumnsIcon");
export const HideIcon = lineIcon(EyeOff, "HideIcon");
export const RenameIcon = lineIcon(PencilLine, "RenameIcon");
export const NumberFormatIcon = lineIcon(Hash, "NumberFormatIcon");
export const FormulaIcon = lineIcon(SquareFunction, "FormulaIcon");
export const AttributeIcon = lineIcon(Tag, "AttributeIcon");
export const CloseIcon = lineIcon(X, "CloseIcon");
export const WebhookIcon = lineIcon(Webhook, "WebhookIcon");
