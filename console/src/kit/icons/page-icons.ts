import AlertOutlined from '@ant-design/icons/AlertOutlined';
import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined';
import ApiOutlined from '@ant-design/icons/ApiOutlined';
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import BankOutlined from '@ant-design/icons/BankOutlined';
import BarsOutlined from '@ant-design/icons/BarsOutlined';
import BookOutlined from '@ant-design/icons/BookOutlined';
import BugOutlined from '@ant-design/icons/BugOutlined';
import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import CloudOutlined from '@ant-design/icons/CloudOutlined';
import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined';
import ControlOutlined from '@ant-design/icons/ControlOutlined';
import CreditCardOutlined from '@ant-design/icons/CreditCardOutlined';
import DashboardOutlined from '@ant-design/icons/DashboardOutlined';
import DollarOutlined from '@ant-design/icons/DollarOutlined';
import EnvironmentOutlined from '@ant-design/icons/EnvironmentOutlined';
import ExperimentOutlined from '@ant-design/icons/ExperimentOutlined';
import ExportOutlined from '@ant-design/icons/ExportOutlined';
import FieldTimeOutlined from '@ant-design/icons/FieldTimeOutlined';
import FileProtectOutlined from '@ant-design/icons/FileProtectOutlined';
import FilterOutlined from '@ant-design/icons/FilterOutlined';
import FundOutlined from '@ant-design/icons/FundOutlined';
import GiftOutlined from '@ant-design/icons/GiftOutlined';
import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import HourglassOutlined from '@ant-design/icons/HourglassOutlined';
import IdcardOutlined from '@ant-design/icons/IdcardOutlined';
import ImportOutlined from '@ant-design/icons/ImportOutlined';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import MailOutlined from '@ant-design/icons/MailOutlined';
import MenuOutlined from '@ant-design/icons/MenuOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import MobileOutlined from '@ant-design/icons/MobileOutlined';
import MoneyCollectOutlined from '@ant-design/icons/MoneyCollectOutlined';
import NodeIndexOutlined from '@ant-design/icons/NodeIndexOutlined';
import NotificationOutlined from '@ant-design/icons/NotificationOutlined';
import PaperClipOutlined from '@ant-design/icons/PaperClipOutlined';
import PayCircleOutlined from '@ant-design/icons/PayCircleOutlined';
import PercentageOutlined from '@ant-design/icons/PercentageOutlined';
import PhoneOutlined from '@ant-design/icons/PhoneOutlined';
import ProfileOutlined from '@ant-design/icons/ProfileOutlined';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import ReadOutlined from '@ant-design/icons/ReadOutlined';
import RiseOutlined from '@ant-design/icons/RiseOutlined';
import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined';
import SecurityScanOutlined from '@ant-design/icons/SecurityScanOutlined';
import ShoppingOutlined from '@ant-design/icons/ShoppingOutlined';
import SlidersOutlined from '@ant-design/icons/SlidersOutlined';
import SnippetsOutlined from '@ant-design/icons/SnippetsOutlined';
import SoundOutlined from '@ant-design/icons/SoundOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import TransactionOutlined from '@ant-design/icons/TransactionOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import WalletOutlined from '@ant-design/icons/WalletOutlined';
import WarningOutlined from '@ant-design/icons/WarningOutlined';
import WhatsAppOutlined from '@ant-design/icons/WhatsAppOutlined';
import WifiOutlined from '@ant-design/icons/WifiOutlined';
import { addIcons } from './icon-set.ts';

// Icons of the delivered menu's pages, which the first screen does not need.
addIcons({
  AlertOutlined,
  SafetyCertificateOutlined,
  CloudServerOutlined,
  BankOutlined,
  MobileOutlined,
  MoneyCollectOutlined,
  PayCircleOutlined,
  WalletOutlined,
  WarningOutlined,
  DashboardOutlined,
  ApiOutlined,
  ApartmentOutlined,
  AuditOutlined,
  WhatsAppOutlined,
  MessageOutlined,
  CloudOutlined,
  BarsOutlined,
  BookOutlined,
  BugOutlined,
  CalendarOutlined,
  ControlOutlined,
  CreditCardOutlined,
  DollarOutlined,
  EnvironmentOutlined,
  ExperimentOutlined,
  ExportOutlined,
  FieldTimeOutlined,
  FileProtectOutlined,
  FilterOutlined,
  FundOutlined,
  GiftOutlined,
  GlobalOutlined,
  HourglassOutlined,
  IdcardOutlined,
  ImportOutlined,
  InboxOutlined,
  KeyOutlined,
  MailOutlined,
  MenuOutlined,
  NodeIndexOutlined,
  NotificationOutlined,
  RiseOutlined,
  PaperClipOutlined,
  SecurityScanOutlined,
  PercentageOutlined,
  PhoneOutlined,
  ProfileOutlined,
  QuestionCircleOutlined,
  ReadOutlined,
  SoundOutlined,
  ShoppingOutlined,
  StopOutlined,
  SwapOutlined,
  SlidersOutlined,
  SnippetsOutlined,
  TransactionOutlined,
  UnorderedListOutlined,
  WifiOutlined,
});
