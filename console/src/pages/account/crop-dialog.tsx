import { oss } from '@trade-assistant/contract/areas/resource/oss.ts';
import Modal from 'antd/es/modal';
import Slider from 'antd/es/slider';
import { useEffect, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { messageOf } from '../../kit/client/call-error.ts';
import { upload } from '../../kit/client/upload.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import styles from './info.module.css';
import { type CropArea, cropPicture } from './picture.ts';
import { infoWords } from './words.ts';

interface Props {
  readonly file: File;
  /** Makes the uploaded picture the one that is shown. */
  readonly onSave: (link: string) => Promise<void>;
  readonly onClose: () => void;
}

const MAX_ZOOM = 4;
const ZOOM_STEP = 0.05;

/** Cuts the part of a picture that is to be shown, and uploads it. */
export default function CropDialog({ file, onSave, onClose }: Props) {
  const t = useText();
  const [isOpen, setOpen] = useState(true);
  const [address, setAddress] = useState<string>();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  const save = async () => {
    if (!area) return;
    setBusy(true);
    setProblem(null);
    try {
      const { link } = await upload(oss, 'endpoint/put-file', {}, await cropPicture(file, area));
      await onSave(link);
      showSuccess(infoWords.saved);
      setOpen(false);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open={isOpen}
      title={t(infoWords.avatarCrop)}
      okText={t(infoWords.save)}
      cancelText={t(infoWords.cancel)}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !area }}
      onOk={() => void save()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <Problem text={problem} />
      <div className={styles.crop}>
        {address ? (
          <Cropper
            image={address}
            aspect={1}
            cropShape="round"
            showGrid={false}
            crop={crop}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_shares, pixels) => setArea(pixels)}
            mediaProps={{ onError: () => setProblem(t(infoWords.avatarBroken)) }}
            disableAutomaticStylesInjection
          />
        ) : null}
      </div>
      <div className={styles.zoom}>
        <span>{t(infoWords.zoom)}</span>
        <Slider
          min={1}
          max={MAX_ZOOM}
          step={ZOOM_STEP}
          value={zoom}
          onChange={setZoom}
          tooltip={{ formatter: null }}
          ariaLabelForHandle={t(infoWords.zoom)}
        />
      </div>
      <span className="kit-weak">{t(infoWords.avatarMove)}</span>
    </Modal>
  );
}
