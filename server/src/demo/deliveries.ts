import { businessType, numberType } from '@trade-assistant/contract/dictionaries.ts';

const { whatsapp, telegram, sms } = businessType.is;

/** A hundred numbers `+1 NPA 555 0100` to `0199`: in every North American area the range is kept for fiction. */
const fictional = (...areas: readonly number[]): number[] =>
  areas.flatMap((area) => Array.from({ length: 100 }, (_, index) => 1e10 + area * 1e7 + 5_550_100 + index));

/** `+44 20 7946 0xxx`: London numbers kept for drama. */
const london = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => 442_079_460_000 + first + index);

/** Numbers that came in together. */
export interface Delivery {
  readonly daysAgo: number;
  readonly name: string;
  readonly supplier: string;
  readonly business: number;
  readonly country: string;
  readonly numbers: readonly number[];
  readonly type?: number;
  readonly cost: string;
  readonly warehouse?: 'WH02';
}

/** What came into stock: four thousand numbers. */
export const DELIVERIES: readonly Delivery[] = [
  {
    daysAgo: 58,
    name: '美国首批 / US opening stock',
    supplier: 'Lantern Numbering (sample)',
    business: whatsapp,
    country: 'US',
    numbers: fictional(202, 212, 213, 303, 305),
    cost: '0.62',
  },
  {
    daysAgo: 36,
    name: '加拿大首批 / Canada opening stock',
    supplier: 'Lantern Numbering (sample)',
    business: whatsapp,
    country: 'CA',
    numbers: fictional(416, 514, 604, 403),
    cost: '0.7',
  },
  {
    daysAgo: 35,
    name: '美国补货一 / US refill 1',
    supplier: 'Lantern Numbering (sample)',
    business: whatsapp,
    country: 'US',
    numbers: fictional(312, 404, 415, 503),
    cost: '0.6',
  },
  {
    daysAgo: 34,
    name: 'Telegram 首批 / Telegram opening stock',
    supplier: '灯塔号码（示例）',
    business: telegram,
    country: 'US',
    numbers: fictional(480, 602, 704),
    cost: '0.4',
  },
  {
    daysAgo: 33,
    name: '加勒比首批 / Caribbean opening stock',
    supplier: 'Coral Route (sample)',
    business: whatsapp,
    country: 'DO',
    numbers: fictional(809, 829, 849),
    cost: '0.45',
    warehouse: 'WH02',
  },
  {
    daysAgo: 33,
    name: '英国固话 / UK local numbers',
    supplier: 'Heath & Hollow (sample)',
    business: whatsapp,
    country: 'GB',
    numbers: london(0, 400),
    type: numberType.is.local,
    cost: '0.95',
    warehouse: 'WH02',
  },
  {
    daysAgo: 32,
    name: '短信号码 / SMS numbers',
    supplier: '灯塔号码（示例）',
    business: sms,
    country: 'US',
    numbers: fictional(816, 901),
    cost: '0.25',
  },
  {
    daysAgo: 32,
    name: '短信号码加拿大 / SMS numbers Canada',
    supplier: '灯塔号码（示例）',
    business: sms,
    country: 'CA',
    numbers: fictional(780),
    cost: '0.28',
  },
  {
    daysAgo: 31,
    name: '波多黎各 / Puerto Rico',
    supplier: 'Coral Route (sample)',
    business: whatsapp,
    country: 'PR',
    numbers: fictional(787, 939),
    cost: '0.55',
    warehouse: 'WH02',
  },
  {
    daysAgo: 26,
    name: '美国 VoIP / US VoIP',
    supplier: 'Lantern Numbering (sample)',
    business: whatsapp,
    country: 'US',
    numbers: fictional(214, 215),
    type: numberType.is.voip,
    cost: '0.5',
  },
  {
    daysAgo: 21,
    name: '牙买加 / Jamaica',
    supplier: 'Coral Route (sample)',
    business: whatsapp,
    country: 'JM',
    numbers: fictional(876),
    cost: '0.5',
    warehouse: 'WH02',
  },
  {
    daysAgo: 18,
    name: '美国补货二 / US refill 2',
    supplier: '灯塔号码（示例）',
    business: whatsapp,
    country: 'US',
    numbers: fictional(512, 617, 619, 702),
    cost: '0.58',
  },
  {
    daysAgo: 12,
    name: '加拿大补货 / Canada refill',
    supplier: 'Lantern Numbering (sample)',
    business: whatsapp,
    country: 'CA',
    numbers: fictional(613, 902, 204),
    cost: '0.68',
  },
  {
    daysAgo: 6,
    name: '美国补货三 / US refill 3',
    supplier: '灯塔号码（示例）',
    business: whatsapp,
    country: 'US',
    numbers: fictional(713, 206),
    cost: '0.58',
    warehouse: 'WH02',
  },
];

/** Numbers that stopped half-way: for the pre-warehouse. */
export const UNFINISHED_IMPORTS = {
  ready: fictional(970),
  waiting: fictional(658),
  failing: fictional(907).slice(60),
  late: fictional(910).slice(0, 40),
  known: fictional(809).slice(60, 68),
} as const;
