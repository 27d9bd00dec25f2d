import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined';
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import BarsOutlined from '@ant-design/icons/BarsOutlined';
import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined';
import ControlOutlined from '@ant-design/icons/ControlOutlined';
import DatabaseOutlined from '@ant-design/icons/DatabaseOutlined';
import EnvironmentOutlined from '@ant-design/icons/EnvironmentOutlined';
import ExportOutlined from '@ant-design/icons/ExportOutlined';
import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import IdcardOutlined from '@ant-design/icons/IdcardOutlined';
import ImportOutlined from '@ant-design/icons/ImportOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import MenuOutlined from '@ant-design/icons/MenuOutlined';
import NotificationOutlined from '@ant-design/icons/NotificationOutlined';
import PaperClipOutlined from '@ant-design/icons/PaperClipOutlined';
import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined';
import ShoppingCartOutlined from '@ant-design/icons/ShoppingCartOutlined';
import ShoppingOutlined from '@ant-design/icons/ShoppingOutlined';
import SlidersOutlined from '@ant-design/icons/SlidersOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import TagsOutlined from '@ant-design/icons/TagsOutlined';
import TransactionOutlined from '@ant-design/icons/TransactionOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { addIcons } from './icon-set.ts';

// Of the pages of the menu we deliver: nothing shows them that is there from the first moment.
addIcons({
  ApartmentOutlined,
  AuditOutlined,
  BarsOutlined,
  CloudServerOutlined,
  ControlOutlined,
  DatabaseOutlined,
  EnvironmentOutlined,
  ExportOutlined,
  GlobalOutlined,
  IdcardOutlined,
  ImportOutlined,
  KeyOutlined,
  MenuOutlined,
  NotificationOutlined,
  SafetyCertificateOutlined,
  PaperClipOutlined,
  ShoppingOutlined,
  ShoppingCartOutlined,
  SwapOutlined,
  SlidersOutlined,
  TagsOutlined,
  TransactionOutlined,
  UnorderedListOutlined,
  UserOutlined,
});
