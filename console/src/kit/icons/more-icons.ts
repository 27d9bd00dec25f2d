import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import BarsOutlined from '@ant-design/icons/BarsOutlined';
import BellOutlined from '@ant-design/icons/BellOutlined';
import CloudOutlined from '@ant-design/icons/CloudOutlined';
import CloudUploadOutlined from '@ant-design/icons/CloudUploadOutlined';
import ContainerOutlined from '@ant-design/icons/ContainerOutlined';
import CustomerServiceOutlined from '@ant-design/icons/CustomerServiceOutlined';
import DashboardOutlined from '@ant-design/icons/DashboardOutlined';
import DollarOutlined from '@ant-design/icons/DollarOutlined';
import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import FilterOutlined from '@ant-design/icons/FilterOutlined';
import GiftOutlined from '@ant-design/icons/GiftOutlined';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import LineChartOutlined from '@ant-design/icons/LineChartOutlined';
import LockOutlined from '@ant-design/icons/LockOutlined';
import MailOutlined from '@ant-design/icons/MailOutlined';
import OrderedListOutlined from '@ant-design/icons/OrderedListOutlined';
import PercentageOutlined from '@ant-design/icons/PercentageOutlined';
import PhoneOutlined from '@ant-design/icons/PhoneOutlined';
import PieChartOutlined from '@ant-design/icons/PieChartOutlined';
import ProfileOutlined from '@ant-design/icons/ProfileOutlined';
import ScheduleOutlined from '@ant-design/icons/ScheduleOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import SendOutlined from '@ant-design/icons/SendOutlined';
import SolutionOutlined from '@ant-design/icons/SolutionOutlined';
import TagOutlined from '@ant-design/icons/TagOutlined';
import ToolOutlined from '@ant-design/icons/ToolOutlined';
import type { IconComponent } from './icon-set.ts';
import './page-icons.ts';

/** Icons to choose from besides those of the delivered menu; loaded when one is used or chosen. */
export const moreIcons: Readonly<Record<string, IconComponent>> = {
  BarChartOutlined,
  BarsOutlined,
  BellOutlined,
  CloudOutlined,
  CloudUploadOutlined,
  ContainerOutlined,
  CustomerServiceOutlined,
  DashboardOutlined,
  DollarOutlined,
  FileTextOutlined,
  FilterOutlined,
  GiftOutlined,
  HistoryOutlined,
  InboxOutlined,
  LineChartOutlined,
  LockOutlined,
  MailOutlined,
  OrderedListOutlined,
  PercentageOutlined,
  PhoneOutlined,
  PieChartOutlined,
  ProfileOutlined,
  ScheduleOutlined,
  SearchOutlined,
  SendOutlined,
  SolutionOutlined,
  TagOutlined,
  ToolOutlined,
};
