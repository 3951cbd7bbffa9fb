; What electron-builder's uninstaller does besides: it no longer starts Askbell at login, and says what stays.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "io.github.askbell"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "io.github.askbell"
    MessageBox MB_OK|MB_ICONINFORMATION \
      "Askbell is removed. Your settings and history stay in $APPDATA\Askbell. Delete that folder if you do not want to keep them." \
      /SD IDOK
  ${endIf}
!macroend
